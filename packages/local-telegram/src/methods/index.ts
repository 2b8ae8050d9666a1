import { botMethods } from "./bot.ts";
import { chatMethods } from "./chats.ts";
import { commandMethods } from "./commands.ts";
import { copyMethods } from "./copy.ts";
import { deleteMethods } from "./delete.ts";
import { editMethods } from "./edit.ts";
import { fileMethods } from "./files.ts";
import { inlineMethods } from "./inline.ts";
import { markMethods } from "./marks.ts";
import { mediaMethods } from "./media.ts";
import type { Method, Methods } from "./method.ts";
import { sendMethods } from "./send.ts";
import { tapMethods } from "./taps.ts";
import { topicMethods } from "./topics.ts";
import { updateMethods } from "./updates.ts";

const methods: Methods = {
	...botMethods,
	...updateMethods,
	...sendMethods,
	...mediaMethods,
	...editMethods,
	...deleteMethods,
	...copyMethods,
	...markMethods,
	...tapMethods,
	...inlineMethods,
	...chatMethods,
	...topicMethods,
	...commandMethods,
	...fileMethods,
};

/** Telegram ignores the case of method names. */
const byLowerName = new Map(Object.entries(methods).map(([name, method]) => [name.toLowerCase(), { name, method }]));

export function findMethod(name: string): { name: string; method: Method } | undefined {
	return byLowerName.get(name.toLowerCase());
}
