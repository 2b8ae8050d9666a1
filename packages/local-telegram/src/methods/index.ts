import { botMethods, fileMethods, inlineMethods, tapMethods, updateMethods } from "./bot.ts";
import { chatMethods, commandMethods, topicMethods } from "./chats.ts";
import { deleteMethods, editMethods, markMethods } from "./editing.ts";
import { mediaMethods } from "./media.ts";
import type { Method, Methods } from "./method.ts";
import { copyMethods, sendMethods } from "./sending.ts";

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
