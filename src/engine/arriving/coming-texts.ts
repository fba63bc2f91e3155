/**
 * Texts on their way by the inbox: what comes after one, under the same name, does not overtake it.
 */
export class ComingTexts {
  /** How many there are, by name. */
  private readonly counts = new Map<string, number>();
  /** Under which name each piece of input goes. */
  private readonly names = new Map<string, string>();

  has(name: string): boolean {
    return this.counts.has(name);
  }

  expect(id: string, name: string): void {
    this.names.set(id, name);
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  forget(id: string): void {
    const name = this.names.get(id);
    if (name === undefined) return;
    this.names.delete(id);
    const left = (this.counts.get(name) ?? 1) - 1;
    if (left > 0) this.counts.set(name, left);
    else this.counts.delete(name);
  }
}
