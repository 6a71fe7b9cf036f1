import { type ReactNode, useId } from 'react';

interface PanelProps {
  readonly title: string;
  /** Which place of the page's grid it takes. */
  readonly area: string;
  /** What stands beside the title, such as choices. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the page with its title. */
export function Panel({ title, area, tools, children }: PanelProps) {
  const id = useId();
  return (
    <section className={`panel area-${area}`} aria-labelledby={id}>
      <header className="panel-head">
        <h2 id={id}>{title}</h2>
        {tools !== undefined && <div className="panel-tools">{tools}</div>}
      </header>
      {children}
    </section>
  );
}
