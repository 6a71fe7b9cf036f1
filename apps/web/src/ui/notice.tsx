import type { ReactNode } from 'react';

/** What stands where something would be: that it comes, that there is none, or why not, and what to do. */
export function Notice({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className="notice" role="status">
      <p className="notice-title">{title}</p>
      {hint !== undefined && <p className="notice-hint">{hint}</p>}
      {children}
    </div>
  );
}
