#!/usr/bin/env bash
# The wheel in an environment of Python, the Debian package in a bare system, the recipe of Spack, and the steps of the container file.
. "$(dirname "$0")/common.sh"

demo=$stage/share/rma-static/demo

python3 packaging/wheel/build.py
wheel=$(ls "$dist"/wheel/*.whl)
rm -rf "$work/wheel"
python3 -m venv "$work/wheel"
"$work/wheel/bin/pip" install --quiet --no-index "$wheel"
expect 1 env -i "PATH=$work/wheel/bin:/usr/bin:/bin" sh -c "rma-static --quiet $demo/racy/*.bc" > /dev/null
"$work/wheel/bin/pip" show --files rma-static | grep 'bin/rma-static-reader-22' > /dev/null || fail "the wheel lacks the newer reader"
"$work/wheel/bin/pip" check
"$work/wheel/bin/pip" uninstall --quiet --yes rma-static
[ ! -e "$work/wheel/bin/rma-static" ] || fail "pip leaves the executable behind"
figure "the wheel: $(($(stat -c %s "$wheel") / 1000)) kB"

scripts/tools.sh cargo-deb
PATH=$PWD/target/tools/bin:$PATH cargo deb --quiet --no-build --no-strip --output "$dist/deb/"
package=$(ls -t "$dist"/deb/*.deb | head -n 1)
root=$(bare_system trixie)
cp "$package" "$root/rma-static.deb"
rm -rf "$root/demo" "$root/usr/local/bin/rma-static"
cp -r "$demo" "$root/demo"
chroot "$root" dpkg --install /rma-static.deb
expect 1 chroot "$root" sh -c 'rma-static --quiet /demo/racy/*.bc' > /dev/null
chroot "$root" test -x /usr/lib/rma-static/rma-static-reader -a -s /usr/share/man/man1/rma-static.1.gz
chroot "$root" dpkg --remove rma-static
! chroot "$root" sh -c 'command -v rma-static' || fail "dpkg leaves the executable behind"
figure "the Debian package: $(($(stat -c %s "$package") / 1000)) kB"

# Spack is not in the registries. The recipe is run against stand-ins of the names that it takes from Spack, which note what it says.
python3 packaging/tests/spack_recipe.py packaging/spack/packages/rma_static/package.py

# The container file: its base is Debian 12, so its steps are those of a chroot.
root=$work/container
rm -rf "$root"
cp -a "$(bare_system bookworm)" "$root"
rm -rf "$root/opt/rma-static" "$root/usr/local/bin/rma-static"
grep -q '^FROM docker.io/library/debian:12' packaging/container/Containerfile
trap 'umount "$root/proc" 2>/dev/null || true' EXIT
mount -t proc proc "$root/proc"
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp /etc/hosts "$root/etc/hosts"
cp -r /etc/ssl/certs "$root/etc/ssl-certs-of-the-machine"
cp /etc/apt/apt.conf.d/*proxy* "$root/etc/apt/apt.conf.d/" 2>/dev/null || true
while IFS= read -r line; do
    case $line in
    'RUN '*) chroot "$root" env DEBIAN_FRONTEND=noninteractive sh -ec "${line#RUN }" ;;
    'COPY '*)
        read -r _ from to <<< "$line"
        cp -L "$from" "$root$to"
        ;;
    esac
done < packaging/container/Containerfile
cp -r packaging/tests/projects/cmake "$root/src"
entry=$(sed -n 's/^ENTRYPOINT \["\(.*\)"\]/\1/p' packaging/container/Containerfile)
expect 1 chroot "$root" sh -c "cd /src && $entry --quiet racy.c cells.c report.c -- -DCELLS=8" > /dev/null
expect 0 chroot "$root" sh -c "cd /src && $entry --quiet ordered.c cells.c report.c -- -DCELLS=8"
