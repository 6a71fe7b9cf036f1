import type { Deployment } from '@exchange/edge/deployment';

/** The origin of an address as a policy names it. */
const sourceOf = (url: string): string => new URL(url).origin;

/**
 * What the page may do in a browser: run and look as its own files say, and talk to this server, the websocket and, where
 * one is named, the development chain. Nothing inline, nothing from elsewhere, in nobody's frame.
 */
export function pageHeaders({ websocketUrl, rpcUrl }: Deployment): Readonly<Record<string, string>> {
  const talksTo = [websocketUrl, rpcUrl].flatMap((url) => (url === undefined ? [] : [sourceOf(url)]));
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${["'self'", ...talksTo].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}
