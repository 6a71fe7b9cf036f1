/** Renews what is marked as live, for as long as somebody looks at it. */
const EVERY_MS = 2000;

async function renew(part) {
  if (document.hidden) return;
  try {
    const answer = await fetch(part.dataset.live, { credentials: 'same-origin' });
    if (answer.status === 401) return location.assign('/login');
    if (!answer.ok) throw new Error(String(answer.status));
    const text = await answer.text();
    // From our own server, with every value escaped there; what is read or chosen in it just now stays.
    if (!part.contains(document.activeElement) || document.activeElement === part) part.innerHTML = text;
    part.removeAttribute('data-stale');
  } catch {
    part.dataset.stale = 'the desk does not answer';
  }
}

for (const part of document.querySelectorAll('[data-live]')) setInterval(renew, EVERY_MS, part);
