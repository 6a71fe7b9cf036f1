/** The public protocol as data: commands in, packets out, REST objects, and their limits. */
export * from './book-checksum';
export * from './channels';
export * from './command';
export * from './config';
export * from './decode';
export * from './dialect';
export * from './encode';
export * from './limits';
export * from './listing';
export * from './packet';
export * from './page';
export * from './point-meter';
export * from './rest';
export * from './schema';
export * from './sliding-window';
export * from './subscription';
