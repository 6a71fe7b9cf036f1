import { POINT_WINDOW_MS } from './limits';
import { SlidingWindow } from './sliding-window';

/** What came of a command's cost. `half`: more than half is spent now, which is told once per window. */
export type Charge = { readonly kind: 'refused' } | { readonly kind: 'spent'; readonly half: boolean };

const REFUSED: Charge = { kind: 'refused' };

/**
 * The points that one client spends in a window, in tenths. A command that doesn't fit is refused and costs nothing
 * (seed: Call limit; docs/interface, points and other limits).
 */
export class PointMeter {
  private readonly window = new SlidingWindow(POINT_WINDOW_MS);
  private toldAt = -Infinity;

  /** Charges a command at `now` (ms) within `limitTenths`. */
  charge(tenths: number, limitTenths: number, now: number): Charge {
    if (!this.window.fits(tenths, limitTenths, now)) return REFUSED;
    this.window.spend(tenths, now);
    const half = this.window.spent(now) * 2 > limitTenths && now - this.toldAt >= POINT_WINDOW_MS;
    if (half) this.toldAt = now;
    return { kind: 'spent', half };
  }

  /** Tenths that count at `now`. */
  spent(now: number): number {
    return this.window.spent(now);
  }
}
