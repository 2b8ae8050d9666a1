export type StartErrorCode = "token_malformed" | "already_running" | "data_dir_unusable";

export class StartError extends Error {
	override readonly name = "StartError";
	readonly code: StartErrorCode;

	constructor(code: StartErrorCode, message: string, options?: ErrorOptions) {
		super(message, options);
		this.code = code;
	}
}
