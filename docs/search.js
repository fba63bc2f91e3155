// The script of /docs/search: shows what has every word that is looked for in what it is called, best first.
const MOST = 50;
const field = document.querySelector('input[name=q]');
const found = document.querySelector('#found');
const told = document.querySelector('#told');

/** Each with what it is called, what it is part of, and where it is. */
const entries = fetch('search.json').then((answer) => answer.json());

async function show() {
  const all = await entries;
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = words.length === 0 ? [] : all.filter((entry) => words.every((word) => placeOf(word, entry) > 0));
  const rank = (entry) => words.reduce((sum, word) => sum + placeOf(word, entry), 0);
  hits.sort((a, b) => rank(a) - rank(b));
  found.replaceChildren(...hits.slice(0, MOST).map(item));
  if (words.length === 0) told.textContent = '';
  else told.textContent = hits.length > MOST ? `The first ${MOST} of ${hits.length}` : `${hits.length} found`;
}

/** 1 at the start of a word of the name, 2 inside of one, 3 in what it is part of, 0 nowhere. */
function placeOf(word, { text, of }) {
  const at = text.toLowerCase().indexOf(word);
  if (at >= 0) return at === 0 || /\W/.test(text[at - 1]) ? 1 : 2;
  return of.toLowerCase().includes(word) ? 3 : 0;
}

function item({ text, of, to }) {
  const link = document.createElement('a');
  link.href = to;
  link.textContent = text;
  const line = document.createElement('li');
  line.append(link, ` ${of}`);
  return line;
}

field.value = new URLSearchParams(location.search).get('q') ?? '';
field.addEventListener('input', show);
show().catch(() => {
  told.textContent = 'The list to search in could not be loaded. Load this page again.';
});
