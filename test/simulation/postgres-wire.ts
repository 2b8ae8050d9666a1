/** What a client asks the server to do. Source: PostgreSQL, "Frontend/Backend Protocol", "Message Formats". */
export interface Statement {
	text: string;
	/** As text where they were sent so. */
	parameters: readonly (string | null)[];
}

export interface Frontend {
	/** The messages that are whole now, in their order, each with the statement that it runs, if any. */
	push(chunk: Buffer): { bytes: Buffer; statement?: Statement }[];
	/** As the client called itself when it connected. */
	applicationName(): string;
}

/** Reads the client's side of one connection: no TLS, which nobody uses on loopback. */
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
				// The first message has no type, only its length.
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
			const words = startup?.subarray(8).toString().split("\0") ?? [];
			return words[words.indexOf("application_name") + 1] ?? "";
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
