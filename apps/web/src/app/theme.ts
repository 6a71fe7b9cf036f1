import { Cell } from '../exchange/cell';

export type Theme = 'light' | 'dark';
/** What a person wants: what the system has, or one of them whatever it has. */
export type ThemeChoice = 'system' | Theme;

const CHOICES: readonly ThemeChoice[] = ['system', 'light', 'dark'];
const KEPT_AS = 'theme';

/** The theme that is shown, and the choice that it follows from. */
export const theme = new Cell<Theme>('dark');
export const themeChoice = new Cell<ThemeChoice>('system');

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)');

/** Shows the theme that was chosen last, and follows the system where nothing else was. */
export function startTheme(): void {
  const kept = keptChoice();
  themeChoice.set(CHOICES.find((choice) => choice === kept) ?? 'system');
  systemIsDark().addEventListener('change', show);
  show();
}

/** Goes on to the next of system, light, dark. */
export function nextTheme(): void {
  const next = CHOICES[(CHOICES.indexOf(themeChoice.get()) + 1) % CHOICES.length] ?? 'system';
  themeChoice.set(next);
  try {
    localStorage.setItem(KEPT_AS, next);
  } catch {
    // Where a browser keeps nothing it holds until the page is closed.
  }
  show();
}

function keptChoice(): string | null {
  try {
    return localStorage.getItem(KEPT_AS);
  } catch {
    return null;
  }
}

function show(): void {
  const choice = themeChoice.get();
  const shown = choice === 'system' ? (systemIsDark().matches ? 'dark' : 'light') : choice;
  document.documentElement.dataset['theme'] = shown;
  theme.set(shown);
}
