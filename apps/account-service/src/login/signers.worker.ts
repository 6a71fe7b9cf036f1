import { parentPort } from 'node:worker_threads';
import { present } from '@exchange/core/kernel';
import { createCrypto, serveSigners } from '@exchange/platform';

serveSigners(present(parentPort, 'port of the thread'), await createCrypto());
