import { ADDRESS_LIMITS, limitsView } from '@exchange/core/wire';
import { asyncApiDocument, type ReferenceFacts } from './async-api';
import { htmlPage } from './html-page';
import { markdownPage } from './markdown';
import { openApiDocument } from './open-api';
import { endpointsChapter, restObjectsChapter } from './rest-chapters';
import { commandsChapter, errorsChapter, eventsChapter, objectsChapter } from './websocket-chapters';

const LINKS = [
  ['REST', '/docs'],
  ['websocket', '/docs/websocket'],
  ['openapi.json', '/openapi.json'],
  ['asyncapi.json', '/asyncapi.json'],
] as const;

/** The readable page of REST. */
export const restPage = (facts: ReferenceFacts): string =>
  htmlPage(`${facts.name}: REST`, LINKS, [endpointsChapter(), restObjectsChapter(openApiDocument(facts))]);

/** The readable page of the websocket. */
export function websocketPage(facts: ReferenceFacts): string {
  const document = asyncApiDocument(facts);
  return htmlPage(`${facts.name}: websocket`, LINKS, [
    commandsChapter(document),
    eventsChapter(document),
    objectsChapter(document),
    errorsChapter(),
  ]);
}

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
