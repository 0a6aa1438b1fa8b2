"""The edge to other agents over A2A: participants as A2A agents, and A2A agents as participants."""
