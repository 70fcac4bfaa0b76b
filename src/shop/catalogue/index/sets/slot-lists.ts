type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Arrays by name, as they are in memory and in a snapshot. */
export type Arrays = Record<string, Numbers>;

/**
 * Lists of different lengths by slot, in arrays that hold one slot's list after another's. Lists that were replaced leave gaps,
 * which are closed when they take up half of the room.
 */
export class SlotLists<Columns extends Readonly<Arrays>> {
  /** Parallel arrays; replaced when they grow. */
  columns: Columns;
  /** Where each slot's list starts and ends in the columns; replaced when they grow. */
  starts: Uint32Array;
  ends: Uint32Array;
  #length: number;
  #inUse: number;

  /** @param columns empty arrays of the right kinds, or those that `save` gave */
  constructor(columns: Columns, saved?: { starts: Uint32Array; ends: Uint32Array }) {
    this.columns = columns;
    this.starts = saved?.starts ?? new Uint32Array(64);
    this.ends = saved?.ends ?? new Uint32Array(64);
    let [length, inUse] = [0, 0];
    for (let slot = 0; slot < this.starts.length; slot++) {
      const [start, end] = [this.start(slot), this.end(slot)];
      if (end > length) length = end;
      inUse += end - start;
    }
    [this.#length, this.#inUse] = [length, inUse];
  }

  start(slot: number): number {
    return this.starts[slot] ?? 0;
  }

  end(slot: number): number {
    return this.ends[slot] ?? 0;
  }

  /** Makes room for a slot's list, in place of the one it had. Returns where it starts in the columns. */
  reserve(slot: number, length: number): number {
    if (slot >= this.starts.length) {
      this.starts = grown(this.starts, slot + 1);
      this.ends = grown(this.ends, slot + 1);
    }
    const previous = this.end(slot) - this.start(slot);
    this.#inUse += length - previous;
    if (length > previous) {
      this.ends[slot] = this.start(slot);
      if (this.#length + length > this.#room) this.#makeRoom(length);
      this.starts[slot] = this.#length;
      this.#length += length;
    }
    this.ends[slot] = this.start(slot) + length;
    return this.start(slot);
  }

  /** The arrays to write to a file; they are those in use. @param slotCount slots that were ever in use */
  save(slotCount: number): Arrays {
    const columns = Object.entries(this.columns).map(
      ([name, column]) => [name, column.subarray(0, this.#length)] as const,
    );
    const starts = this.starts.length < slotCount ? grown(this.starts, slotCount) : this.starts;
    const ends = this.ends.length < slotCount ? grown(this.ends, slotCount) : this.ends;
    return { ...Object.fromEntries(columns), starts: starts.subarray(0, slotCount), ends: ends.subarray(0, slotCount) };
  }

  get #room(): number {
    return Math.min(...Object.values(this.columns).map(({ length }) => length));
  }

  /** Closes the gaps, and where that is not enough, takes a quarter more. */
  #makeRoom(more: number): void {
    const isFull = (this.#inUse + more) * 2 > this.#length;
    const needed = this.#length + more;
    const hasRoom = ({ buffer, BYTES_PER_ELEMENT }: Numbers) => buffer.byteLength >= needed * BYTES_PER_ELEMENT;
    if (isFull && this.#room < needed && Object.values(this.columns).every(hasRoom)) {
      const roomy = Object.entries(this.columns).map(([name, column]) => [name, grown(column, needed)]);
      this.columns = Object.fromEntries(roomy) as Columns;
      return;
    }
    const room = Math.max(1024, isFull ? Math.ceil((this.#inUse + more) * slack) : this.#room);
    const before = Object.entries(this.columns);
    const after = before.map(([, column]) => new (column.constructor as new (length: number) => Numbers)(room));
    // Neighbours are copied together: there are far fewer gaps than slots.
    let [length, runStart, runEnd] = [0, 0, 0];
    const copyRun = () => {
      for (const [at, [, column]] of before.entries())
        after[at]?.set(column.subarray(runStart, runEnd), length - (runEnd - runStart));
    };
    for (let slot = 0; slot < this.starts.length; slot++) {
      const [start, end] = [this.start(slot), this.end(slot)];
      if (start !== runEnd) {
        copyRun();
        runStart = start;
      }
      runEnd = end;
      this.starts[slot] = length;
      length += end - start;
      this.ends[slot] = length;
    }
    copyRun();
    this.columns = Object.fromEntries(before.map(([name], at) => [name, after[at]])) as Columns;
    this.#length = length;
  }
}

/** How much more room than needed growing arrays take. */
const slack = 1.25;

/** Returns the array with room for at least `least` elements, the new ones `filler`. Without a copy where its buffer has the room. */
export function grown<Column extends Numbers>(column: Column, least: number, filler = 0): Column {
  const kind = column.constructor as (new (length: number) => Column) & (new (buffer: ArrayBufferLike) => Column);
  const isRoomy = column.byteOffset === 0 && column.buffer.byteLength >= least * column.BYTES_PER_ELEMENT;
  const larger = isRoomy
    ? new kind(column.buffer)
    : new kind(Math.max(64, Math.ceil(least), Math.ceil(column.length * slack)));
  if (!isRoomy) larger.set(column);
  if (filler !== 0) larger.fill(filler, column.length);
  return larger;
}
