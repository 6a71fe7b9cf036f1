import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const TYPES: Readonly<Record<string, string>> = {
  ...{ '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' },
};

export interface ServedPage {
  readonly url: string;
  close(): void;
}

/** Serves the built page, and this configuration, as rest-gateway does. */
export async function servePage(config: object): Promise<ServedPage> {
  execFileSync(process.execPath, ['tools/build/web.mjs'], { cwd: ROOT });
  const server = createServer(async ({ url = '' }, response) => {
    if (url === '/rest/v1/config') {
      response.setHeader('content-type', 'application/json');
      return response.end(JSON.stringify({ status: 0, message: 'ok', data: config }));
    }
    const file = url === '/' ? 'index.html' : url.slice(1);
    try {
      const content = await readFile(path.join(ROOT, 'dist/apps/web', file));
      response.setHeader('content-type', TYPES[path.extname(file)] ?? 'text/plain').end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
