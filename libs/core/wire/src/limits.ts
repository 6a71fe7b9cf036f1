/** Limits of a websocket frame (seed: Limits). */
export interface FrameLimits {
  /** In UTF-16 units; a longer frame closes the connection at once. */
  readonly characters: number;
  readonly commands: number;
}

export const FRAME_LIMITS: FrameLimits = { characters: 5000, commands: 5 };

/** Points that one client may spend in any window of this length, in tenths (seed: Limits, call limit). */
export const POINT_TENTHS_MAX = 500;
export const POINT_WINDOW_MS = 10_000;

/** What one address may have, and do within a window of points; an IPv6 address counts as its /64. */
export interface AddressLimits {
  readonly connections: number;
  readonly newConnections: number;
  readonly pointTenths: number;
}

/** seed: Limits, connections per IP; docs/interface, points and other limits. */
export const ADDRESS_LIMITS: AddressLimits = { connections: 25, newConnections: 50, pointTenths: 5000 };

/** Pages of history: how many items when the request says nothing, and at most (seed: Limits). */
export const PAGE_DEFAULT = 20;
export const PAGE_MAX = 50;

/** Lines per side of a REST order book (seed: HTTP endpoints). */
export const BOOK_LIMITS = [20, 100] as const;
export const BOOK_LIMIT_DEFAULT = 20;

/** Most bars in one answer. */
export const BARS_MAX = 2000;

export const LABEL_MAX = 30;

/** Bar precision names and their seconds (seed: Config). */
export const BAR_PRECISIONS = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '30m': 1800,
  '1h': 3600,
  '3h': 10800,
  '6h': 21600,
  '12h': 43200,
  '1d': 86400,
  '1w': 604800,
} as const;
export type BarPrecision = keyof typeof BAR_PRECISIONS;

/** Currency codes and signs (seed: Config). */
export const CONVERSION_CURRENCIES = { JPY: '¥', ETH: 'Ξ', BTC: '₿', USD: '$', EUR: '€', GBP: '£' } as const;
export type ConversionCurrency = keyof typeof CONVERSION_CURRENCIES;

export function isBarPrecision(text: string): text is BarPrecision {
  return Object.hasOwn(BAR_PRECISIONS, text);
}
