/** Every queue there is. The payload of a job is always the id of one row: "look at this row". */
export const queues = [
	"bot.screen",
	"bot.outbox",
	"bot.operation",
	"bot.event",
	"service.order",
	"service.delivery",
	"service.monitor",
	"service.cleanup",
] as const;

export type QueueName = (typeof queues)[number];

/** How many jobs of a queue run at once in a process. Deliveries wait for receivers, for seconds if they are slow. */
export function concurrencyOf(queue: QueueName): number {
	return queue === "service.delivery" ? 200 : 10;
}
