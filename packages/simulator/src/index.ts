/** Labelled markets: a seeded matching exchange and the agents that trade on it. */
export {};
