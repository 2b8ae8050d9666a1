import type { PersonError } from "../protocol.ts";

export type ProblemCode = PersonError["error"]["code"];

/** A person tries something that a real Telegram client would not offer. */
export class Problem extends Error {
	override readonly name = "Problem";
	readonly code: ProblemCode;

	constructor(code: ProblemCode, message: string) {
		super(message);
		this.code = code;
	}
}
