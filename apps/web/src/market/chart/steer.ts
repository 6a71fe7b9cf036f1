import type { KeyboardEvent } from 'react';
import type { CandlePicture } from './candle-picture';

const MOVED_BARS = 5;
const ZOOM = 1.25;

/** Arrows move, plus and minus zoom. */
export function steer(event: KeyboardEvent, picture: CandlePicture | undefined): void {
  switch (event.key) {
    case 'ArrowLeft':
      picture?.move(-MOVED_BARS);
      break;
    case 'ArrowRight':
      picture?.move(MOVED_BARS);
      break;
    case '+':
      picture?.zoom(ZOOM);
      break;
    case '-':
      picture?.zoom(1 / ZOOM);
      break;
    default:
      return;
  }
  event.preventDefault();
}
