/** What services say to each other, defined once: schema, type, encoder and decoder of each message's content. */
export * from './codec';
