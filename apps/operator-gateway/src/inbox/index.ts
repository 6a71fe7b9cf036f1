import { Inbox } from '@exchange/platform';
import { takeAnswered } from './answered';
import type { DeskInbox } from './desk-turn';
import { takeJudged } from './judged';
import { takeSignedIn } from './signed-in';
import { takeSignedOut } from './signed-out';
import { takeSubmitted } from './submitted';

/** Everything that the desk takes. */
export const inbox = new Inbox<DeskInbox>([
  ...[takeSubmitted, takeJudged, takeAnswered, takeSignedIn, takeSignedOut],
]);
