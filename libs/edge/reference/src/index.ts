/** The public interface as documents: OpenAPI for REST, AsyncAPI for the websocket, pages and tables for people. */
export { asyncApiDocument, type ReferenceFacts } from './async-api';
export { COMMAND_EXAMPLES } from './command-examples';
export { PAGE_POLICY } from './html-page';
export { openApiDocument } from './open-api';
export { markdownPages, restPage, websocketPage } from './reference';
