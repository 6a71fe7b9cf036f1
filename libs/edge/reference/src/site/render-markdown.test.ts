import { describe, expect, it } from '@jest/globals';
import { renderMarkdown } from './render-markdown';

const PAGE = `# A page

Before.

## First part

| name | meaning |
| ---- | ------- |
| \`a\` | one <b> & [two](orders.md#kinds) |

### Its \`detail\`

\`\`\`json
## no heading
["<a>"]
\`\`\`

## First part

<!-- not shown -->

See [the code](../../libs/client/README.md).
`;

describe('a page of Markdown', () => {
  const { title, html, sections } = renderMarkdown(PAGE);

  it('becomes sections with anchors of their own, as repository hosts name them', () => {
    expect(title).toBe('A page');
    expect(sections.map(({ title: heading, anchor, depth }) => [heading, anchor, depth])).toEqual([
      ['', '', 1],
      ['First part', 'first-part', 2],
      ['Its detail', 'its-detail', 3],
      ['First part', 'first-part-1', 2],
    ]);
    expect(sections[0]?.text).toBe('Before.');
    expect(sections[1]?.text).toContain('one');
    expect(html).toContain('<h2 id="first-part-1"><a href="#first-part-1">First part</a></h2>');
  });

  it('tells each cell its column, and leads to pages of the site alone', () => {
    expect(html).toContain('<td role="cell" data-label="name"><code>a</code></td>');
    expect(html).toContain('<a href="/docs/orders#kinds">two</a>');
    expect(html).toContain('See the code.');
  });

  it('shows code as it is, and no HTML of its own', () => {
    expect(html).toContain('<pre><code>## no heading\n[&#34;&#60;a&#62;&#34;]</code></pre>');
    expect(html).not.toContain('<b>');
    expect(html).not.toContain('not shown');
  });
});
