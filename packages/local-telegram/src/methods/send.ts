import { messageText } from "../rules/text.ts";
import { type Context, type Methods, method } from "./method.ts";
import { file, flag, ignored, text, type UploadedFile, type Values } from "./params.ts";
import { captioned, type Sending, send, sendingParams, sentFile } from "./sending.ts";
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
		(context, given) => sendMedia(context, given, "document", given.document),
	),

	sendPhoto: method({ ...sendingParams, ...caption, photo: file, has_spoiler: ignored }, (context, given) =>
		sendMedia(context, given, "photo", given.photo),
	),
};

function sendMedia(
	context: Context,
	given: Sending & Values<typeof caption>,
	type: "document" | "photo",
	media: UploadedFile | string,
) {
	const formatted = captioned(given);
	return send(context, given, () => ({ type, file: sentFile(context, type, media), ...formatted }));
}
