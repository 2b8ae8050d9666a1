import { AppError, type ErrorCode } from "@domains/kit/errors.ts";
import { createTelegram, type Telegram, type TelegramOptions } from "local-telegram";
import { StartError, type StartErrorCode } from "local-telegram/start-error.ts";

const codes: Record<StartErrorCode, ErrorCode> = {
	token_malformed: "config_invalid",
	already_running: "already_running",
	data_dir_unusable: "data_dir_unusable",
};

/** Turns its `StartError` into an `AppError`. */
export function startTelegram(options: TelegramOptions): Telegram {
	try {
		return createTelegram(options);
	} catch (cause) {
		if (!(cause instanceof StartError)) throw cause;
		throw new AppError(codes[cause.code], cause.message, { cause });
	}
}
