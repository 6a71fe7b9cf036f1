/** The writer whose lease says that a process lives; it writes nothing. */
export const PROCESS = 'process/';
