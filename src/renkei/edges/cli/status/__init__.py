"""Where a project stands on one screen, now or kept up to date."""
