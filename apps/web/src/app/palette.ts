import { theme } from './theme';

/** The colours and the font of figures as the style sheet has them, for what is drawn rather than laid out. */
export interface Palette {
  readonly buy: string;
  readonly sell: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly accent: string;
  readonly panel: string;
  readonly figures: string;
}

let known: { readonly theme: string; readonly palette: Palette } | undefined;

/** Those of the theme that is shown; read once for each. */
export function palette(): Palette {
  const shown = theme.get();
  if (known?.theme !== shown) known = { theme: shown, palette: readPalette() };
  return known.palette;
}

function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    ...{ buy: of('buy'), sell: of('sell'), text: of('text'), muted: of('muted'), line: of('line') },
    ...{ accent: of('accent'), panel: of('panel'), figures: of('figures') },
  };
}
