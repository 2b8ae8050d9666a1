import { messageText } from "../rules/text.ts";
import { type Methods, method } from "./method.ts";
import { file, flag, ignored, text } from "./params.ts";
import { captioned, send, sendingParams, sentFile } from "./sending.ts";
import { entities, preview } from "./text-params.ts";

const caption = { caption: text, parse_mode: text, caption_entities: entities, show_caption_above_media: ignored };

export const sendMethods: Methods = {
	sendMessage: method(
		{
			...sendingParams,
			text,
			parse_mode: text,
			entities,
			link_preview_options: preview,
			disable_web_page_preview: flag,
		},
		(context, given) => {
			const formatted = messageText({ text: given.text, parseMode: given.parse_mode, entities: given.entities });
			const options =
				given.link_preview_options ?? (given.disable_web_page_preview ? { is_disabled: true } : undefined);
			return send(context, given, () => ({
				type: "text",
				...formatted,
				...(options === undefined ? {} : { preview: options }),
			}));
		},
	),

	sendDocument: method(
		{ ...sendingParams, ...caption, document: file, thumbnail: ignored, disable_content_type_detection: ignored },
		(context, given) => {
			const formatted = captioned(given);
			return send(context, given, () => ({
				type: "document",
				file: sentFile(context, "document", given.document),
				...formatted,
			}));
		},
	),

	sendPhoto: method({ ...sendingParams, ...caption, photo: file, has_spoiler: ignored }, (context, given) => {
		const formatted = captioned(given);
		return send(context, given, () => ({
			type: "photo",
			file: sentFile(context, "photo", given.photo),
			...formatted,
		}));
	}),
};
