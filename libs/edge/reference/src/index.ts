/** The public interface as documents: OpenAPI for REST, AsyncAPI for the websocket, pages and tables for people. */
export { asyncApiDocument, type ReferenceFacts } from './async-api';
export { COMMAND_EXAMPLES } from './command-examples';
export { EXAMPLES } from './examples';
export { openApiDocument } from './open-api';
export { markdownPages } from './reference';
export { SITE_PATH } from './site/address';
export { DocsSite, SITE_SCRIPT, SITE_STYLE } from './site/docs-site';
export { PAGE_POLICY } from './site/page-html';
export { shownExamples, withExamples } from './shown-examples';
