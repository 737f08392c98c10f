import { createHmac, timingSafeEqual } from "node:crypto";

/** Whether a webhook was signed with our secret, as GitHub signs: over the bytes as they came. */
export function verifySignature(secret: string, body: Buffer, signature: string): boolean {
  const given = Buffer.from(signature);
  const right = Buffer.from(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
  return given.length === right.length && timingSafeEqual(given, right);
}
