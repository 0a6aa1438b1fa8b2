// Shows a user and what was ordered: two requests, the second one after the first.
export async function showUser(id) {
  const user = await (await fetch(`/users/${id}`)).json();
  const orders = await (await fetch(`/users/${id}/orders`)).json();
  return `${user.name}: ${orders.map((one) => one.item).join(", ")}`;
}
