import { Cell } from '../../exchange/cell';

/** Whether what is about to be signed is shown for a last look: the same in every market, until the page is loaded anew. */
export const wantsLastLook = new Cell(true);
