import type { FastifyInstance, FastifyRequest } from "fastify";
import type { People } from "../person/people.ts";
import * as requests from "../protocol.ts";
import { number, read, readMultipart } from "./bot-api.ts";
import type { EventStreams } from "./inspection.ts";

type Request = FastifyRequest<{ Params: Record<string, string>; Querystring: { chat?: string } }>;

/** `protocol.ts` describes them. */
export function peopleRoutes(app: FastifyInstance, { people, events }: { people: People; events: EventStreams }): void {
	const who = (request: Request): number => number(request.params["id"] ?? "");
	const where = ({ query }: Request): number | undefined => (query.chat === undefined ? undefined : number(query.chat));

	app.get("/people", async () => people.list());
	app.post("/people", async (request) => people.add(read(requests.newPerson, request.body)));
	app.get("/people/:id/chats", async (request: Request) => ({ chats: people.chats(who(request)) }));
	app.get("/people/:id/chat", async (request: Request) => people.chat(who(request), where(request)));

	app.get("/people/:id/stream", async (request: Request, reply) => {
		// Throws if the chat does not exist, so it comes before `start`, which sends the headers with status 200.
		people.chat(who(request), where(request));
		events.start(reply, (send) => people.follow(who(request), where(request), send));
	});

	app.post("/people/:id/messages", async (request: Request) =>
		people.say(who(request), read(requests.newMessage, request.body)),
	);

	app.patch("/people/:id/messages/:message", async (request: Request) => {
		const { text, chat } = read(requests.editMessage, request.body);
		people.edit(who(request), number(request.params["message"] ?? ""), text, chat);
		return {};
	});

	app.delete("/people/:id/messages/:message", async (request: Request) => {
		people.remove(who(request), number(request.params["message"] ?? ""), where(request));
		return {};
	});

	app.post("/people/:id/forwards", async (request: Request) => {
		const { message_id, from, to } = read(requests.newForward, request.body);
		return people.forward(who(request), { message_id, ...(from === undefined ? {} : { chat: from }) }, to);
	});

	app.post("/people/:id/taps", async (request: Request) =>
		people.tap(who(request), read(requests.newTap, request.body)),
	);

	app.post("/people/:id/reactions", async (request: Request) => {
		const { message_id, emoji, chat } = read(requests.newReaction, request.body);
		people.react(who(request), message_id, emoji, chat);
		return {};
	});

	app.post("/people/:id/stickers", async (request: Request) => {
		const { emoji = "👍", ...place } = read(requests.newSticker, request.body);
		return people.sendSticker(who(request), place, emoji);
	});

	app.post("/people/:id/files", async (request: Request) => {
		const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
		const { values, files } = readMultipart(request.headers["content-type"] ?? "", body);
		const file = files.get("file") ?? { name: "", bytes: Buffer.alloc(0) };
		const numbers = ["chat", "thread", "reply_to"].flatMap((name) => {
			const value = values.get(name);
			return value === undefined ? [] : [[name, number(value)] as const];
		});
		const caption = values.get("caption") ?? "";
		return people.sendFile(who(request), Object.fromEntries(numbers), { ...file, caption, photo: values.has("photo") });
	});

	app.get("/people/:id/files/:file", async (request: Request, reply) => {
		const { name, type, bytes } = people.download(who(request), request.params["file"] ?? "");
		// The content of a file is not trusted: the browser must not open it as a page of this origin.
		reply.header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
		reply.header("content-security-policy", "sandbox");
		return reply.type(type).send(bytes);
	});

	app.post("/people/:id/start", async (request: Request) =>
		people.start(who(request), read(requests.start, request.body).payload),
	);

	app.post("/people/:id/block", async (request: Request) => {
		people.block(who(request), read(requests.block, request.body).blocked);
		return {};
	});

	app.post("/people/:id/inline", async (request: Request) =>
		people.ask(who(request), read(requests.inlineQuery, request.body)),
	);
	app.post("/people/:id/inline/choose", async (request: Request) =>
		people.choose(who(request), read(requests.chooseInline, request.body)),
	);
}

export function groupRoutes(app: FastifyInstance, { people: { groups } }: { people: People }): void {
	const which = (request: Request): number => number(request.params["id"] ?? "");

	app.post("/groups", async (request) => groups.create(read(requests.newGroup, request.body)));

	app.post("/groups/:id/bot", async (request: Request) => {
		const { person, status } = read(requests.groupBot, request.body);
		groups.setBot(person, which(request), status);
		return { chat_id: which(request) };
	});

	app.post("/groups/:id/members", async (request: Request) => {
		const { person, newcomer } = read(requests.newMember, request.body);
		groups.join(person, which(request), newcomer);
		return { chat_id: which(request) };
	});

	app.post("/groups/:id/leave", async (request: Request) => {
		groups.leave(read(requests.actor, request.body).person, which(request));
		return { chat_id: which(request) };
	});

	app.post("/groups/:id/topics", async (request: Request) => {
		const { person, name } = read(requests.newTopic, request.body);
		return groups.openTopic(person, which(request), name);
	});

	app.post("/groups/:id/migrate", async (request: Request) =>
		groups.migrate(read(requests.actor, request.body).person, which(request)),
	);
}
