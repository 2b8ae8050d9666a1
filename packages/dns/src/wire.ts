import { type Field, isTargetField, recordTypes, typeRows } from "@domains/contract/records/types.ts";

/** The fields of the data by type number (RFC 1035, 2782, 3596, 8659). */
const fieldsByNumber: ReadonlyMap<number, readonly Field[]> = new Map(
	recordTypes.map((type) => [typeRows[type].number, Object.values(typeRows[type].fields)]),
);
const soa = 6;
const pointerBits = 0xc0;
const dot = 0x2e;
const headerBytes = 12;
/** The bytes of a record between its name and its data: type, class, TTL and length. */
const recordBytes = 10;
/** Maximum number of records in an answer that the bot reads. A zone of the service has at most as many. */
const mostRecords = 1_000;

/**
 * True if the records of a DNS message fill it exactly, and the data of each one fits its type. The packet library does
 * not check this: it would read an address from the bytes of the next record. False for a message with more than a
 * thousand records in one section, and for a name with a dot inside a label, because the library reads two labels.
 */
export function isWellFormed(bytes: Buffer): boolean {
	if (bytes.length < headerBytes) return false;
	const counts = [4, 6, 8, 10].map((at) => bytes.readUInt16BE(at));
	if (counts.some((count) => count > mostRecords)) return false;
	const [questions = 0, ...records] = counts;
	let at: number | undefined = headerBytes;
	for (let left = questions; left > 0 && at !== undefined; left -= 1) at = questionEnd(bytes, at);
	for (let left = records.reduce((sum, each) => sum + each, 0); left > 0 && at !== undefined; left -= 1)
		at = recordEnd(bytes, at);
	return at === bytes.length;
}

function questionEnd(bytes: Buffer, start: number): number | undefined {
	const end = nameEnd(bytes, start);
	return end === undefined || end + 4 > bytes.length ? undefined : end + 4;
}

function recordEnd(bytes: Buffer, start: number): number | undefined {
	const head = nameEnd(bytes, start);
	if (head === undefined || head + recordBytes > bytes.length) return undefined;
	const data = head + recordBytes;
	const end = data + bytes.readUInt16BE(data - 2);
	return end <= bytes.length && isData(bytes.readUInt16BE(head), bytes.subarray(0, end), data) ? end : undefined;
}

/** True if the bytes from `start` to the end are the data of a record of this type. */
function isData(type: number, bytes: Buffer, start: number): boolean {
	if (type === soa) return isSoa(bytes, start);
	const fields = fieldsByNumber.get(type);
	if (!fields) return true;
	let at: number | undefined = start;
	for (const field of fields) at = at === undefined ? undefined : fieldEnd(field, bytes, at);
	return at === bytes.length;
}

/** The second name is a mail address, and its first label may contain dots. Five numbers follow. */
function isSoa(bytes: Buffer, start: number): boolean {
	const second = nameEnd(bytes, start);
	const numbers = second === undefined ? undefined : nameEnd(bytes, second, true);
	return numbers !== undefined && numbers + 20 === bytes.length;
}

/** The length of a field in bytes. A field without one begins with its length. */
const lengths: Partial<Record<Field, number>> = { priority: 2, uint8: 1, uint16: 2, ipv4: 4, ipv6: 16 };

/** Returns the offset after a field; undefined if the bytes end first. */
function fieldEnd(field: Field, bytes: Buffer, at: number): number | undefined {
	if (isTargetField(field)) return nameEnd(bytes, at);
	if (field === "text") return at < bytes.length && areStrings(bytes, at) ? bytes.length : undefined;
	if (field === "quoted") return at <= bytes.length ? bytes.length : undefined;
	return at + (lengths[field] ?? 1 + (bytes[at] ?? 0));
}

/** True if the bytes from `start` to the end are strings, each with its length in front. */
function areStrings(bytes: Buffer, start: number): boolean {
	let at = start;
	while (at < bytes.length) at += 1 + (bytes[at] ?? 0);
	return at === bytes.length;
}

/**
 * Returns the offset after a name; undefined if the bytes end first. A name ends at its first pointer. The packet
 * library checks what the pointer leads to.
 */
function nameEnd(bytes: Buffer, start: number, mayHaveDots = false): number | undefined {
	let at = start;
	for (let length = bytes[at]; length !== undefined; length = bytes[at]) {
		at += 1;
		if (length === 0) return at;
		if ((length & pointerBits) !== 0) return at < bytes.length ? at + 1 : undefined;
		if (!mayHaveDots && bytes.subarray(at, at + length).includes(dot)) return undefined;
		at += length;
	}
	return undefined;
}

/** True if a DNS message can carry this name: labels of 1 to 63 bytes, 253 bytes in total (RFC 1035, 2.3.4). */
export function fitsMessage(name: string): boolean {
	const lengths = name.split(".").map((label) => Buffer.byteLength(label));
	return Buffer.byteLength(name) <= 253 && lengths.every((length) => length > 0 && length <= 63);
}
