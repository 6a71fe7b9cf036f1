import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useAccount } from '../account/use-ways';
import { useRoute } from '../app/route';
import { useListing } from '../exchange/use-exchange';
import { commandText as text } from '../text/commands';
import { commandsOf, matching, type PageCommand } from './command-list';

/** What the page does by name: typed, chosen by arrows, done by Enter. */
export function CommandDialog({ close }: { close: () => void }): ReactNode {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, type] = useState('');
  const [at, setAt] = useState(0);
  const { trading, account } = useAccount();
  const isMarket = useRoute().view === 'market';
  const logOff = account === undefined ? undefined : () => void trading.logOff();
  const found = matching(commandsOf({ listing: useListing(), isMarket, logOff }), typed);
  const chosen = Math.min(at, found.length - 1);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);

  const run = (command: PageCommand | undefined) => {
    if (command === undefined) return;
    // Closed first: what the command gives the focus to keeps it.
    dialog.current?.close();
    command.run();
  };
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0) setAt((chosen + by + found.length) % Math.max(found.length, 1));
    else if (event.key === 'Enter' && !event.repeat) run(found[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={dialog} className="dialog commands" aria-label={text.title} onClose={close}>
      <input
        type="text"
        role="combobox"
        aria-label={text.what}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={found.length === 0 ? undefined : `${id}-${chosen}`}
        aria-autocomplete="list"
        placeholder={text.what}
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        value={typed}
        onKeyDown={press}
        onChange={({ target }) => {
          type(target.value);
          setAt(0);
        }}
      />
      <ul role="listbox" id={id} aria-label={text.title}>
        {found.map((command, place) => (
          <li
            key={command.name}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === chosen}
            onClick={() => run(command)}
          >
            {command.name}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p role="status">{text.none(typed)}</p>}
    </dialog>
  );
}
