import { ADDRESS_LIMITS, limitsView } from '@exchange/core/wire';
import { asyncApiDocument } from './async-api';
import { markdownPage } from './markdown';
import { endpointsChapter } from './rest-chapters';
import { commandsChapter, errorsChapter, eventsChapter, objectsChapter } from './websocket-chapters';

/** The generated pages of docs/interface by file name. */
export function markdownPages(): Readonly<Record<string, string>> {
  const document = asyncApiDocument({ name: 'Exchange', network: 'any', limits: limitsView(ADDRESS_LIMITS) });
  return {
    'commands.md': markdownPage(commandsChapter(document)),
    'events.md': markdownPage(eventsChapter(document)),
    'objects.md': markdownPage(objectsChapter(document)),
    'errors.md': markdownPage(errorsChapter()),
    'endpoints.md': markdownPage(endpointsChapter()),
  };
}
