import type { PersonError } from "../protocol.ts";

export type ProblemCode = PersonError["error"]["code"];

/** Thrown for an action that is impossible for a person. A Telegram client would not offer it. */
export class Problem extends Error {
	override readonly name = "Problem";
	readonly code: ProblemCode;

	constructor(code: ProblemCode, message: string) {
		super(message);
		this.code = code;
	}
}
