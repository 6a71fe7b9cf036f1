import type { ReactNode } from 'react';

interface NoticeProps {
  readonly title: string;
  readonly hint?: string;
  /** It stands for the whole view, which has no other heading. */
  readonly isView?: boolean;
  readonly children?: ReactNode;
}

/** What stands where something would be: that it comes, that there is none, or why not, and what to do. */
export function Notice({ title, hint, isView = false, children }: NoticeProps) {
  const Title = isView ? 'h1' : 'p';
  return (
    <div className="notice" role="status">
      <Title className="notice-title">{title}</Title>
      {hint !== undefined && <p className="notice-hint">{hint}</p>}
      {children}
    </div>
  );
}
