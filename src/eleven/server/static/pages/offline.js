// Shown instead of a page that cannot be loaded offline; it reloads when the connection is back.

const again = () => location.reload();

document.getElementById("again")?.addEventListener("click", again);
addEventListener("online", again);
