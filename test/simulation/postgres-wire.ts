/** The PostgreSQL manual describes the wire format: "Frontend/Backend Protocol", "Message Formats". */
export interface Statement {
	text: string;
	/** Null for SQL NULL. */
	parameters: readonly (string | null)[];
}

export interface Frontend {
	/** Returns the protocol messages that are complete now. `statement` is set if a message runs one. */
	push(chunk: Buffer): { bytes: Buffer; statement?: Statement }[];
	/** Empty if the client sent none when it connected. */
	applicationName(): string;
}

/** No TLS, because local connections do not use it. */
export function readFrontend(): Frontend {
	const texts = new Map<string, string>();
	let rest = Buffer.alloc(0);
	let startup: Buffer | undefined;

	function statementOf(type: string, body: Buffer): Statement | undefined {
		if (type === "Q") return { text: textAt(body, 0).text, parameters: [] };
		if (type === "P") {
			const name = textAt(body, 0);
			texts.set(name.text, textAt(body, name.end).text);
		}
		if (type !== "B") return undefined;
		const name = textAt(body, textAt(body, 0).end);
		return { text: texts.get(name.text) ?? "", parameters: parametersOf(body, name.end) };
	}

	return {
		push(chunk) {
			rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
			const messages: ReturnType<Frontend["push"]> = [];
			for (;;) {
				// Only the first message of a connection has no type byte before its length.
				const typeBytes = startup === undefined ? 0 : 1;
				if (rest.length < typeBytes + 4) return messages;
				const size = typeBytes + rest.readInt32BE(typeBytes);
				if (rest.length < size) return messages;
				const bytes = rest.subarray(0, size);
				rest = rest.subarray(size);
				if (startup === undefined) startup = bytes;
				const type = typeBytes === 0 ? "" : String.fromCharCode(bytes[0] ?? 0);
				const statement = statementOf(type, bytes.subarray(typeBytes + 4));
				messages.push(statement ? { bytes, statement } : { bytes });
			}
		},
		applicationName() {
			const fields = startup?.subarray(8).toString().split("\0") ?? [];
			return fields[fields.indexOf("application_name") + 1] ?? "";
		},
	};
}

function textAt(bytes: Buffer, start: number): { text: string; end: number } {
	const zero = bytes.indexOf(0, start);
	return { text: bytes.toString("utf8", start, zero), end: zero + 1 };
}

function parametersOf(body: Buffer, start: number): (string | null)[] {
	let at = start + 2 + 2 * body.readInt16BE(start);
	const count = body.readInt16BE(at);
	at += 2;
	const values: (string | null)[] = [];
	for (let index = 0; index < count; index += 1) {
		const length = body.readInt32BE(at);
		at += 4;
		values.push(length < 0 ? null : body.toString("utf8", at, at + length));
		at += Math.max(0, length);
	}
	return values;
}
