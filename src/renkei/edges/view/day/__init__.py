"""The picture of a day: `scale` gives each time its place, `picture` the shapes of the lanes, `window` the records."""
