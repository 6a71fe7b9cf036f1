/** Elements of the page. Texts come from tokens and nodes: they are never read as HTML. */

export const byId = (id) => document.getElementById(id);

/** An element with a text and children. */
export function element(name, { text = '', ...properties } = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(text, ...children);
  return made;
}

/** Replaces a table's rows; a cell is a text, or elements. */
export function fillTable(table, heads, rows) {
  const head = element('tr', {}, ...heads.map((text) => element('th', { text, scope: 'col' })));
  const body = rows.map((cells) =>
    element('tr', {}, ...cells.map((cell) => element('td', {}, ...[cell].flat()))),
  );
  table.replaceChildren(element('thead', {}, head), element('tbody', {}, ...body));
}

/** Opens a dialog; which of its buttons closed it. */
export function choice(dialog) {
  dialog.returnValue = 'back';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true });
  });
}

/** What a form's fields hold, without spaces around. */
export const fieldsOf = (form) =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));

export const linesOf = (text) => text.split(/[\s,]+/).filter((line) => line !== '');
