import type { ReactNode } from 'react';
import { noticeText as text } from '../text/notices';
import type { ToldRefusal } from './refusal';

interface RefusalNoticeProps {
  readonly refusal: ToldRefusal;
  readonly dismiss?: () => void;
}

/** Why something was not done, what to do, and what the exchange says itself. */
export function RefusalNotice({ refusal, dismiss }: RefusalNoticeProps): ReactNode {
  const { code, sentence, detail } = refusal;
  return (
    <div className="refusal" role="alert" data-code={code}>
      <p>{sentence}</p>
      {detail !== '' && <p className="field-hint">{detail}</p>}
      {dismiss !== undefined && (
        <button type="button" className="quiet" onClick={dismiss}>
          {text.dismiss}
        </button>
      )}
    </div>
  );
}
