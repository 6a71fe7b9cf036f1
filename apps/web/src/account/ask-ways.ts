import { Cell } from '../exchange/cell';

const asked = new Cell({});

/** Has the dialog of the ways in open. */
export const askWays = (): void => asked.set({});

/** Calls what it is given when somebody asks for the dialog, until the returned function is called. */
export const whenAsked = (open: () => void): (() => void) => asked.subscribe(open);
