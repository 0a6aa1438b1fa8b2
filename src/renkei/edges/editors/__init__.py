"""renkei as an agent that an editor talks to through the Agent Client Protocol (ACP): a person's talk with a lead."""
