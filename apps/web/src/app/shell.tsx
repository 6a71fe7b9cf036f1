import type { ReactNode } from 'react';
import { useCell } from '../exchange/use-exchange';
import { text } from '../text/en';
import { nextTheme, themeChoice } from './theme';

interface ShellProps {
  readonly name: string;
  /** How the line stands. */
  readonly status?: ReactNode;
  /** What the page does by name. */
  readonly commands?: ReactNode;
  /** Who the page trades for. */
  readonly account?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every view. */
export function Shell({ name, status, commands, account, children }: ShellProps) {
  return (
    <>
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          // Routes are hashes: this one is none.
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        {text.app.skip}
      </a>
      <header className="top">
        <a className="home" href="#/">
          {name}
        </a>
        {status}
        <nav className="top-links" aria-label={name}>
          <a href="/docs">{text.app.docs}</a>
          {commands}
          <ThemeButton />
        </nav>
        {account}
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

const SIGNS = { system: '◐', light: '○', dark: '●' } as const;

function ThemeButton() {
  const choice = useCell(themeChoice);
  return (
    <button
      type="button"
      className="quiet"
      onClick={nextTheme}
      aria-label={text.theme[choice]}
      title={text.theme[choice]}
    >
      {SIGNS[choice]}
    </button>
  );
}
