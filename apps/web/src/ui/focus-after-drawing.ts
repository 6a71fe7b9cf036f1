const FIRST =
  'input:not(:disabled, [type=radio]:not(:checked)), button:not(:disabled, [tabindex="-1"]), select, a[href], [tabindex="0"]';

/** Gives the focus to a control when what was decided now has been drawn; for when what had it goes away. */
export function focusAfterDrawing(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus()));
}

/** The first control of a part of the page. */
export const firstControl = (part: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`${part} :is(${FIRST})`);
