/**
 * What the owner of a phone sends beside texts, chosen from a few or written out: files and places. Pure.
 */
export interface OwnFile {
  readonly uri: string;
  readonly name: string;
  readonly mime_type: string;
  readonly size_bytes: number;
}

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

interface Named<Thing> {
  readonly id: string;
  readonly label: string;
  readonly thing: Thing;
}

const file = (name: string, type: string, size: number): OwnFile => ({
  uri: `https://files.example.com/${name}`,
  name,
  mime_type: type,
  size_bytes: size,
});

/** The first is what is begun with. */
export const FILES: ReadonlyArray<Named<OwnFile>> = [
  { id: 'photo', label: 'A photo', thing: file('photo.jpg', 'image/jpeg', 48_213) },
  { id: 'film', label: 'A film', thing: file('film.mp4', 'video/mp4', 4_812_907) },
  { id: 'voice', label: 'A spoken note', thing: file('note.ogg', 'audio/ogg', 96_400) },
  { id: 'document', label: 'A document', thing: file('order-1017.pdf', 'application/pdf', 182_044) },
];

export const PLACES: ReadonlyArray<Named<Place>> = [
  { id: 'berlin', label: 'Brandenburg Gate, Berlin', thing: { latitude: 52.5163, longitude: 13.3777 } },
  { id: 'vienna', label: 'Stephansplatz, Vienna', thing: { latitude: 48.2085, longitude: 16.3721 } },
  { id: 'lisbon', label: 'Praça do Comércio, Lisbon', thing: { latitude: 38.7077, longitude: -9.1366 } },
  { id: 'sydney', label: 'Circular Quay, Sydney', thing: { latitude: -33.8612, longitude: 151.2107 } },
];

/** What is wrong with where a file lies, or null. */
export function addressProblem(uri: string): string | null {
  return /^https?:\/\//.test(uri) && URL.canParse(uri) ? null : 'A whole address, with http or https.';
}

/** A degree as it was typed, between minus and plus `most`; null: it is none. */
export function degreeOf(text: string, most: number): number | null {
  const value = Number(text.trim().replace(',', '.'));
  return text.trim() === '' || Number.isNaN(value) || Math.abs(value) > most ? null : value;
}
