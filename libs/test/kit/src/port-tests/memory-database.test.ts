import { describe } from '@jest/globals';
import { MemoryDatabase } from '../memory/memory-database';
import { MemoryStore } from '../memory/memory-store';
import { testDatabasePort } from './database-port';

describe('the database in memory', () => {
  const store = new MemoryStore();
  testDatabasePort(async () => ({
    open: async (writer) => new MemoryDatabase(store, writer),
    stop: async () => undefined,
  }));
});
