import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { commandText as text } from '../text/commands';

/** Loaded when somebody first asks for it. */
const CommandDialog = lazy(async () => ({ default: (await import('./command-dialog')).CommandDialog }));

/** Opens the commands: by itself, and by Ctrl K or ⌘ K from everywhere. */
export function CommandButton(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isAsked = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isAsked || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <button
        type="button"
        className="quiet command-button"
        aria-label={text.open}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={text.open}
        onClick={() => setOpen(true)}
      >
        ⌘
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <CommandDialog close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
