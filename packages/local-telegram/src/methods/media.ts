import { messageObject } from "../objects/message.ts";
import { fields, isObject } from "../rules/fields.ts";
import { badRequest } from "../rules/refusal.ts";
import { captionText } from "../rules/text.ts";
import type { Content } from "../state/rows.ts";
import { editMessage, target } from "./editing.ts";
import { type Context, entityList, json, type Methods, method, type Param, type UploadedFile } from "./method.ts";
import { sendingParams, sendRow, sentFile } from "./sending.ts";

interface Media {
	type: "photo" | "document";
	file: UploadedFile | string;
	text: string;
	parseMode: string | undefined;
	entities: ReturnType<typeof entityList>;
}

/** The object may refer to a file that is attached to the call. */
const item: Param<Media> = (given, name) => readItem(json("input media")(given, name), given.files);

const list: Param<Media[]> = (given, name) => {
	const value = json("media")(given, name);
	if (!Array.isArray(value)) throw badRequest("Expected an Array of InputMedia");
	if (value.length < 2 || value.length > 10) throw badRequest("media group must include 2-10 items");
	return value.map((each: unknown) => readItem(each, given.files));
};

function readItem(value: unknown, files: ReadonlyMap<string, UploadedFile>): Media {
	const prefix = "Can't parse InputMedia: ";
	if (!isObject(value)) throw badRequest(`${prefix}expected an Object`);
	const read = fields(value, prefix);
	const type = read.string("type");
	if (type !== "photo" && type !== "document") throw read.wrong("the local Telegram knows photos and documents only");
	const media = read.string("media");
	const file = files.get(media.replace(/^attach:\/\//, "")) ?? media;
	const entities = entityList(value["caption_entities"]);
	return { type, file, text: read.text("caption") ?? "", parseMode: read.text("parse_mode"), entities };
}

function contentOf(context: Context, media: Media): Content {
	return { type: media.type, file: sentFile(context, media.type, media.file), ...captionText(media) };
}

const { reply_markup: _markup, ...groupParams } = sendingParams;

export const mediaMethods: Methods = {
	sendMediaGroup: method({ ...groupParams, media: list }, (context, given) => {
		const group = String(context.state.next("album"));
		const rows = given.media.map((media) =>
			sendRow(context, { ...given, reply_markup: "" }, () => contentOf(context, media)),
		);
		return rows.map((row) => ({ ...messageObject(context.state, row), media_group_id: group }));
	}),

	editMessageMedia: method({ ...target, media: item }, (context, given) =>
		editMessage(context, given, (row) => {
			if (row.content.type === "sticker") throw badRequest("Message media can't be edited");
			return contentOf(context, given.media);
		}),
	),
};
